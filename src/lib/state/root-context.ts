/**
 * The context of components that are mounted beside the router's pages, and before there is an app: `setApp` puts it here too. It is a file
 * of its own because the first screen must not import the app.
 */
export const rootContext = new Map<unknown, unknown>();
