/*
** group.h: the class "group": groups of units of either kind of crowd; the methods crowd:group and crowd:groups. What
** differs between the crowds is in al_crowd_type.
*/
#ifndef AL_GROUP_H
#define AL_GROUP_H

#include "crowd.h"

AL_HIDDEN_BEGIN

#define AL_GROUP_META "astar.group" /* key of the metatable in the registry */

extern const al_members al_group_members;
extern const al_members al_group_crowd_members; /* of crowds of both kinds */

AL_HIDDEN_END

#endif
