/*
** notes.h: what only Lua knows of nodes and obstacles, as save.c writes it after what the core saves of
** a space, and load.c reads it: of each that has something, by id: u32 id, u8 what its data is and
** NOTE_NAMED, the name, the data. A u32 of 0 ends it.
*/
#ifndef AL_NOTES_H
#define AL_NOTES_H

enum {
  NOTE_NOTHING,
  NOTE_FALSE,
  NOTE_TRUE,
  NOTE_FLOAT,   /* a double */
  NOTE_INTEGER, /* 8 bytes */
  NOTE_STRING,  /* u64 length and bytes, as the name */
  NOTE_KINDS,
  NOTE_NAMED = 8
};

#endif
