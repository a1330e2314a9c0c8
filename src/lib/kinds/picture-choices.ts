import { t } from '$lib/i18n/i18n.svelte';
import { pictureOf, sceneOf, type RoomPicture } from './room-pictures';

/** A picture that a household can choose for a room. */
export interface PictureChoice {
  /** As the controller would name its image. */
  readonly name: string;
  /** The kind of room that it shows. */
  readonly label: string;
  readonly picture: RoomPicture;
}

/** The names of the pictures: each that is drawn, once. */
const PICTURE_NAMES = [
  'living',
  'kitchen',
  'dining',
  'bedroom',
  'children',
  'guest',
  'bathroom',
  'toilet',
  'hall',
  'stairs',
  'office',
  'cinema',
  'laundry',
  'workshop',
  'gym',
  'pool',
  'garden',
  'terrace',
  'garage',
  'cellar',
  'attic'
] as const;

/** The pictures to choose from for rooms. Reads reactive state (the language). */
export const pictureChoices = (): readonly PictureChoice[] =>
  PICTURE_NAMES.map((name) => ({ name, label: t(`picture.${name}`), picture: pictureOf(name) }));

/** Which of the choices a picture's name stands for; undefined where it is none of them. */
export const chosenPictureOf = (name: string): string | undefined =>
  PICTURE_NAMES.find((choice) => sceneOf(choice) === sceneOf(name));
