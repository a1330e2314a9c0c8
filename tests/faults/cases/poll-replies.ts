/** A malformed or unusual poll response. `last` is the controller's current position. */
export type PollReply = (last: number) => unknown;

const changed = (params: unknown, more: object = {}) => ({
  type: 'DeviceChanged',
  device_id: 1,
  params,
  ...more
});
const level = (value: unknown) => [{ name: 'Level', old_value: 0, new_value: value }];
const replyWith =
  (...events: unknown[]): PollReply =>
  (last) => ({ events, last });

/**
 * All malformed or unusual changes. After each of them, screens must still receive changes of other devices.
 */
export const POLL_REPLIES: Readonly<Record<string, PollReply>> = {
  'a change of an unknown device': replyWith({ ...changed(level(5)), device_id: 4711 }),
  'a change without a device': replyWith({ type: 'DeviceChanged', params: level(5) }),
  'a change of a device whose id is text': replyWith({ ...changed(level(5)), device_id: '1' }),
  'a change of a device whose id reaches into prototypes': replyWith({
    ...changed(level(5)),
    device_id: '__proto__'
  }),
  'a change without values': replyWith(changed([])),
  'a change whose values are an object': replyWith(changed({ Level: 7 })),
  'a change with invalid values': replyWith(changed(7), changed(null), changed([null, 7, { name: 1 }])),
  'a value that reaches into prototypes': replyWith(changed([{ name: '__proto__', new_value: { a: 1 } }])),
  'one change a thousand times': replyWith(...Array.from({ length: 1_000 }, () => changed(level(9)))),
  'changes in another order': replyWith(changed(level(30)), changed(level(20)), changed(level(10))),
  'invalid fields': replyWith(changed(level(3), { name: 7, room_id: {}, alive: 'x', hidden: null })),
  'events of unknown types': replyWith({ type: 'Firmware' }, { type: 7 }, {}, null, 'event', []),
  'events that are not a list': (last) => ({ events: { 0: changed(level(5)) }, last }),
  'no events': (last) => ({ last }),
  'a hundred list changes': replyWith(...Array.from({ length: 100 }, () => ({ type: 'DeviceListChanged' }))),
  'no position': () => ({ events: [] }),
  'an invalid position': () => ({ events: [], last: 'soon' }),
  'a position as text': (last) => ({ events: [], last: String(last) }),
  'a position that went back': () => ({ events: [], last: 0 }),
  'a list': () => [],
  'a number': () => 7,
  'a text': () => 'nothing new'
};
