/** Whether a path is a page of the home behind the wall's first page: a room, a device, a list, the search. */
export const isHomePage = (path: string): boolean =>
  /^\/(?:rooms|devices|now|search|scenes)(?:\/|$)/.test(path);
