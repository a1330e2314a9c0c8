import { isEntrance } from '#shared/entrance';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readSwitchBinary, readThermostatMode } from '#shared/interfaces/readings';
import { setStatus } from '#shared/interfaces/switch-binary';
import { COLOR_COMPONENTS, readSwitchColor, setColor } from '#shared/interfaces/switch-color';
import { setLevel, startLevelChange } from '#shared/interfaces/switch-multilevel';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { groupOf, mainControlOf } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { isModelOf } from '#shared/model';
import type { Scene, SceneCommand } from '#shared/scenes';
import { sensitiveKindOf, type SensitiveKind } from '#shared/sensitive';
import { opensOrSounds } from '#shared/sensitive-calls';
import { offCall } from '$features/bulk-actions/plan';
import { activeSetpointsOf } from '$lib/kinds/setpoint';
import { findSendable, isReached } from '$lib/state/commands/sendable';

/** Returns the calls that bring a device to how it is now: its colour before its level. None for what a scene cannot set. */
export function callsAsNow(device: Device): readonly CommandCall[] {
  if (isLock(device)) return [];
  const { params } = device;
  const { isOn } = readSwitchBinary(params);
  const level = readLevel(params);
  if (isOn === false || level === 0) return levelCalls(device, 0);
  return [...colourCalls(device), ...levelCalls(device, level), ...climateCalls(device)].filter(
    (call) => findSendable(device, call.method)?.prepare(call.params) != null
  );
}

function levelCalls(device: Device, level: number | undefined): readonly CommandCall[] {
  const canDim = findSendable(device, setLevel.method) !== undefined;
  const canSwitch = findSendable(device, setStatus.method) !== undefined;
  const isShutter = device.interfaces.includes('Shutter');
  if (canSwitch && !isShutter && (level === 0 || !canDim || level === undefined)) {
    const { isOn } = readSwitchBinary(device.params);
    return isOn === undefined ? [] : [setStatus.call({ status: isOn })];
  }
  return canDim && level !== undefined ? [setLevel.call({ level })] : [];
}

function colourCalls(device: Device): readonly CommandCall[] {
  const { components, values } = readSwitchColor(device.params);
  const known = COLOR_COMPONENTS.flatMap((name) => {
    const value = values[name];
    return components.includes(name) && value !== undefined ? [[name, value] as const] : [];
  });
  return known.length > 0 ? [setColor.call({ components: Object.fromEntries(known) })] : [];
}

function climateCalls({ params }: Device): readonly CommandCall[] {
  const { mode } = readThermostatMode(params);
  return [
    ...(mode === undefined ? [] : [setMode.call({ mode })]),
    ...activeSetpointsOf(params).map(({ type, degrees }) =>
      setSetpoint.call({ setpoint: degrees, setpointType: type })
    )
  ];
}

/** The scenes that are offered ready to keep. */
export const OFFERS = ['night', 'leaving', 'evening', 'morning'] as const;
export type Offer = (typeof OFFERS)[number];

/** The level of lamps in the evening, 0 to 99. */
const EVENING_LEVEL = 40;

/**
 * Returns the commands of an offered scene for the devices of a home: lamps off at night and on leaving, dimmed in the
 * evening; shutters closed at night, open in the morning. It is never run unasked.
 */
export function offeredCommands(offer: Offer, devices: readonly Device[]): readonly SceneCommand[] {
  return devices.flatMap((device) => {
    const call = offeredCall(offer, device);
    const prepared = call && findSendable(device, call.method)?.prepare(call.params);
    return prepared ? [{ device: device.id, ...prepared.call, params: { ...prepared.call.params } }] : [];
  });
}

function offeredCall(offer: Offer, device: Device): CommandCall | null {
  const group = groupOf(device);
  if (group === 'shutters' && offer !== 'evening' && offer !== 'leaving')
    return startLevelChange.call({ direction: offer === 'night' ? 'down' : 'up' });
  if (group !== 'lights') return null;
  if (offer === 'evening')
    return mainControlOf(device) !== 'switch' && findSendable(device, setLevel.method)
      ? setLevel.call({ level: EVENING_LEVEL })
      : null;
  return offCall(device);
}

/** A device that an offer or a room leaves out, and the choice of the household, or the rule, that it follows. */
export interface LeftOut {
  readonly device: Device;
  readonly why: SensitiveKind | 'show' | 'light';
}

/** Returns what an offer leaves out although it sets devices of its kind; null: taking the devices as they are now. */
export function leftOutBy(offer: Offer | null, devices: readonly Device[]): readonly LeftOut[] {
  return devices.flatMap((device): readonly LeftOut[] => {
    const { touch, isRoomLight, ...plain } = device;
    const kind = sensitiveKindOf(device);
    if (kind) return offer === 'evening' ? [] : [{ device, why: kind }];
    const why = touch === 'show' ? touch : isRoomLight === false ? 'light' : undefined;
    const set = offer ? offeredCommands(offer, [plain]) : callsAsNow(plain);
    return why && set.length > 0 ? [{ device, why }] : [];
  });
}

/** How far a scene is as it was set. */
export interface SceneState {
  /** Devices that are as the scene wants them, and those that are there at all. */
  readonly done: number;
  readonly total: number;
  /** Devices that have gone. */
  readonly gone: number;
  /** Whether it keeps a lamp on. */
  readonly isLit: boolean;
}

/** Compares a scene with the devices as they are reported. */
export function stateOfScene({ commands }: Scene, find: (id: number) => Device | undefined): SceneState {
  const ids = [...new Set(commands.map(({ device }) => device))];
  const there = ids.filter((id) => commands.every((each) => each.device !== id || isThere(each, find(id))));
  const isDone = (id: number) => commands.every((each) => each.device !== id || isAsSet(each, find(id)));
  return {
    done: there.filter(isDone).length,
    total: there.length,
    gone: ids.length - there.length,
    isLit: commands.some((each) => {
      const device = find(each.device);
      return isThere(each, device) && groupOf(device) === 'lights' && !isOff(each);
    })
  };
}

/** Whether a command's device is there, and not another one with its id. */
export const isThere = ({ model }: SceneCommand, device: Device | undefined): device is Device =>
  isModelOf(model, device);

/** Whether all devices of a scene that are there are in one room. */
export function isWithinRoom(
  { commands }: Scene,
  room: number,
  find: (id: number) => Device | undefined
): boolean {
  const there = commands.flatMap((each) => {
    const device = find(each.device);
    return isThere(each, device) ? [device] : [];
  });
  return there.length > 0 && there.every(({ room_id }) => room_id === room);
}

const isAsSet = (command: SceneCommand, device: Device | undefined): boolean =>
  isThere(command, device) && isReached(device, command);

const isOff = ({ params }: SceneCommand) => params['status'] === false || params['level'] === 0;

/**
 * Returns the devices that a scene moves or sounds: its entrances, shutters that are not there yet, sirens to sound and valves to open.
 * @param find finds a device as it is reported
 * @param findShown finds it as the household has it
 */
export function movedBy(
  { commands }: Scene,
  find: (id: number) => Device | undefined,
  findShown = find
): readonly Device[] {
  const moved = commands.flatMap((each) => {
    const device = find(each.device);
    const shown = findShown(each.device);
    if (!shown || !isThere(each, device)) return [];
    const isMoved = isEntrance(shown) || (groupOf(shown) === 'shutters' && !isAsSet(each, device));
    const kind = sensitiveKindOf(shown);
    return isMoved || ((kind === 'siren' || kind === 'valve') && opensOrSounds(each)) ? [shown] : [];
  });
  return moved.filter(({ id }, at) => moved.findIndex((each) => each.id === id) === at);
}

/**
 * Whether a scene moves or sounds something, covers more than one floor, or has a device that asks first. The parameters are those of
 * `movedBy`.
 */
export function asksFirst(
  scene: Scene,
  find: (id: number) => Device | undefined,
  sectionOf: (room: number | null) => number | null,
  findShown = find
): boolean {
  const floors = new Set(
    scene.commands.flatMap(({ device }) => sectionOf(find(device)?.room_id ?? null) ?? [])
  );
  const asks = scene.commands.some(
    (each) => findShown(each.device)?.touch === 'ask' && isThere(each, find(each.device))
  );
  return asks || floors.size > 1 || movedBy(scene, find, findShown).length > 0;
}
