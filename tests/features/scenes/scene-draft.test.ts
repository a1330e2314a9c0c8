import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { modelOf } from '#shared/model';
import type { Scene } from '#shared/scenes';
import { SceneDraft } from '../../../src/features/scenes/scene-draft.svelte';
import { HomeState } from '../../../src/lib/state/home/home.svelte';
import { aDevice } from '../../lib/kinds/test-home';
import { aHome } from '../../lib/state/test-home';
import { aDimmer, aLamp, aShutter } from '../bulk-actions/test-devices';

function known(devices: readonly Device[]) {
  const home = new HomeState();
  home.replace(aHome({ devices: [...devices] }), 'e.1', 1000);
  return home;
}

const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });
const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });

const SCENE: Scene = { id: 'film', name: 'Film', icon: 'film', commands: [level(1, 5), off(2)] };

const devices = [aDimmer(1, 40), aLamp(2), aShutter(3, 60)];

it('the draft of a scene is empty for a new one, and the scene itself for one that is there', () => {
  const home = known(devices);
  expect(new SceneDraft({ state: home }).body).toEqual({ name: '', icon: 'scene', commands: [] });
  const { id: _id, ...body } = SCENE;
  expect(new SceneDraft({ state: home }, SCENE).body).toEqual(body);
});

it('the draft of a scene takes devices as they are, in place of what it did with them, and leaves the others alone', () => {
  const draft = new SceneDraft({ state: known(devices) }, SCENE);
  draft.capture([aDimmer(1, 40), aShutter(3, 60)]);
  expect(draft.commands).toEqual([off(2), level(1, 40), level(3, 60)]);
});

it('the draft of a scene changes one call by hand, in place of those that set the same', () => {
  const draft = new SceneDraft({ state: known(devices) }, SCENE);
  draft.change(2, setLevel.call({ level: 7 }), ['setStatus', 'setLevel']);
  draft.change(1, setLevel.call({ level: 8 }), ['setLevel']);
  expect(draft.commands).toEqual([level(2, 7), level(1, 8)]);
});

it('the draft of a scene keeps the target of heating when that of cooling changes', () => {
  const params = { currentMode: 'Auto', availableModes: ['Auto'], currentSetpoints: { Heat: 20, Cool: 24 } };
  const pump = aDevice({ id: 4, interfaces: ['ThermostatMode', 'ThermostatSetpoint'], params });
  const draft = new SceneDraft({ state: known([pump]) });
  draft.capture([pump]);
  draft.change(4, setSetpoint.call({ setpoint: 25, setpointType: 'Cool' }), ['setSetpoint']);
  expect(draft.commands.map(({ params }) => Object.values(params))).toEqual([
    ['Auto'],
    [20, 'Heat'],
    [25, 'Cool']
  ]);
});

it('the draft of a scene puts a colour that is chosen by hand before the level', () => {
  const draft = new SceneDraft({ state: known(devices) }, SCENE);
  const colour = { method: 'setColor', params: { components: { Red: 255 } } };
  draft.change(1, colour, ['setColor']);
  draft.change(1, setLevel.call({ level: 8 }), ['setLevel']);
  expect(draft.commands.filter(({ device }) => device === 1)).toEqual([
    { device: 1, ...colour },
    level(1, 8)
  ]);
});

it('the draft of a scene leaves a device out that is switched off in it', () => {
  const draft = new SceneDraft({ state: known(devices) }, SCENE);
  draft.set(1, []);
  expect(draft.commands).toEqual([off(2)]);
  expect(draft.callsOf(1)).toEqual([]);
});

it('the draft of a scene names the devices that have gone, and takes them out one by one', () => {
  const another = { ...level(3, 9), model: modelOf(aDimmer(3, 9)) };
  const scene = { ...SCENE, commands: [...SCENE.commands, another, level(9, 1), off(9)] };
  const draft = new SceneDraft({ state: known(devices) }, scene);
  expect(draft.gone).toEqual([3, 9]);
  draft.set(9, []);
  expect(draft.gone).toEqual([3]);
  expect(draft.commands).toEqual([...SCENE.commands, another]);
});

it('the draft of a scene becomes an offered scene as a whole, and sends its name without spaces around it', () => {
  const draft = new SceneDraft({ state: known(devices) }, SCENE);
  draft.take('night', ' Good night ', 'night', devices);
  const commands = [off(1), off(2), { device: 3, params: { direction: 'down' } }];
  expect(draft.body).toMatchObject({ name: 'Good night', icon: 'night', commands });
});
