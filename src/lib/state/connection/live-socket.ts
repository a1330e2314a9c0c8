/** The events of a socket. The owner receives none after it calls `close`. */
export interface SocketListener {
  opened(): void;
  /** A text frame arrived. */
  received(text: string): void;
  /** The socket is closed, with its close code; 1006 if it broke or never opened. */
  closed(code: number): void;
}

/** Opens a WebSocket to a path of this origin; returns a function that closes it. */
export type OpenSocket = (path: string, listener: SocketListener) => () => void;

/** The browser's WebSocket. The URL has an explicit scheme, since older browsers require it. */
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
