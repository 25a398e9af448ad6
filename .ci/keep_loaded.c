/* Preloaded beside the sanitizers: modules stay loaded to the end, so that reports of leaks can
 * name the functions that allocated. */
int dlclose(void *handle);

int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
