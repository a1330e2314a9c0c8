/** The events of a socket. The owner receives none after it calls `close`. */
export interface SocketListener {
  opened(): void;
  /** A text message arrived. */
  received(text: string): void;
  /** A binary message arrived: a part of a long home. */
  receivedPart(part: ArrayBuffer): void;
  /** The socket is closed, with its close code; 1006 if it broke or never opened. */
  closed(code: number): void;
}

/** A WebSocket that is opening or open. */
export interface OpenedSocket {
  /** Sends a text message at once. The socket must be open. */
  send(text: string): void;
  close(): void;
}

/** Opens a WebSocket to a path of this origin. */
export type OpenSocket = (path: string, listener: SocketListener) => OpenedSocket;

/** The browser's WebSocket. The URL has an explicit scheme, since older browsers require it. */
export const openBrowserSocket: OpenSocket = (path, listener) => {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener.received(data);
    else if (data instanceof ArrayBuffer) listener.receivedPart(data);
  };
  socket.onclose = ({ code }) => listener.closed(code);
  return {
    send: (text) => socket.send(text),
    close() {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
  };
};
