/** What a connection tells its owner. After `close` by the owner nothing is told any more. */
export interface SocketListener {
  opened(): void;
  /** A text frame, as it came. */
  received(text: string): void;
  /** It is over, with the code that it was closed with; 1006 where it broke or never opened. */
  closed(code: number): void;
}

/** Opens a WebSocket to a path of this origin; returns its close. */
export type OpenSocket = (path: string, listener: SocketListener) => () => void;

/** The browser's WebSocket. The scheme is named, since older engines want it. */
export const openBrowserSocket: OpenSocket = (path, listener) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  const socket = new WebSocket(url);
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener.received(data);
  };
  socket.onclose = ({ code }) => listener.closed(code);
  return () => {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  };
};
