/** Methods that end what an earlier command began. They never wait. */
const URGENT = ['stop', 'stopLevelChange'];

/** Whether a method ends what an earlier command began. */
export const isUrgent = (method: string): boolean => URGENT.includes(method);
