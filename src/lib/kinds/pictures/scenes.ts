import { box, corners, disc, dome, waves, type Shape } from './shapes';

/** A drawing in layers, from back to front. It has one hue; the theme sets the shades. */
export interface PictureScene {
  /** The hue, 0–359. */
  readonly hue: number;
  /** Sources of light: the sun, a lamp, a window. */
  readonly glow?: readonly Shape[];
  readonly far?: readonly Shape[];
  readonly mid?: readonly Shape[];
  readonly near?: readonly Shape[];
}

const floor = box(0, 108, 200, 28);

const living: PictureScene = {
  hue: 22,
  glow: [corners([172, 30], [188, 30], [195, 52], [165, 52])],
  far: [floor, box(20, 24, 44, 40, 2)],
  mid: [box(179, 52, 3, 58), box(90, 66, 76, 34, 10)],
  near: [box(82, 80, 20, 34, 8), box(154, 80, 20, 34, 8), box(94, 92, 68, 20, 4)]
};

const kitchen: PictureScene = {
  hue: 42,
  glow: [dome(120, 40, 12), dome(164, 40, 12)],
  far: [floor, box(119, 0, 2, 30), box(163, 0, 2, 30)],
  mid: [box(92, 84, 108, 52)],
  near: [box(88, 80, 112, 6), box(128, 62, 34, 18, 4), box(122, 66, 46, 3), box(143, 58, 4, 4)]
};

const dining: PictureScene = {
  hue: 345,
  glow: [dome(142, 42, 22)],
  far: [floor, box(141, 0, 2, 22), box(96, 66, 6, 48, 3), box(182, 66, 6, 48, 3)],
  mid: [box(96, 90, 22, 5), box(166, 90, 22, 5), box(138, 84, 8, 32)],
  near: [box(104, 80, 76, 6, 3), box(126, 113, 32, 4, 2)]
};

const bedroom: PictureScene = {
  hue: 252,
  glow: [disc(62, 40, 11)],
  far: [floor, box(82, 58, 8, 56, 3)],
  mid: [box(94, 74, 34, 18, 7), box(84, 92, 112, 22, 5)],
  near: [box(118, 84, 80, 28, 8), box(86, 110, 6, 10), box(188, 110, 6, 10)]
};

const children: PictureScene = {
  hue: 292,
  glow: [disc(172, 92, 17)],
  far: [
    floor,
    corners([70, 18], [92, 22], [80, 40]),
    corners([98, 23], [120, 26], [108, 44]),
    corners([126, 26], [148, 25], [138, 44]),
    corners([154, 24], [176, 19], [168, 40])
  ],
  mid: [box(98, 84, 26, 26, 3), box(126, 84, 26, 26, 3)],
  near: [corners([112, 60], [128, 82], [96, 82])]
};

const bath: PictureScene = {
  hue: 192,
  glow: [disc(112, 58, 8), disc(130, 48, 5), disc(146, 60, 10)],
  far: [floor, box(180, 40, 3, 40), box(166, 40, 16, 3)],
  mid: [box(88, 72, 104, 8, 4)],
  near: ['M92 80h96q0 32-26 32h-44q-26 0-26-32z', box(108, 110, 6, 8), box(166, 110, 6, 8)]
};

const toilet: PictureScene = {
  hue: 205,
  glow: [disc(150, 44, 20)],
  far: [floor],
  mid: [box(146, 82, 8, 30)],
  near: ['M116 76h68q-4 22-34 22t-34-22z', box(147, 66, 6, 10, 2)]
};

const hall: PictureScene = {
  hue: 32,
  glow: [box(150, 40, 8, 26, 2)],
  far: [floor, box(84, 34, 40, 3), box(90, 37, 4, 8), box(104, 37, 4, 8), box(116, 37, 4, 8)],
  mid: [box(134, 26, 48, 88, 2)],
  near: [disc(174, 72, 3), 'M92 44q-8 2-8 34h18q0-32-8-34z']
};

const stairs: PictureScene = {
  hue: 172,
  glow: [box(30, 26, 26, 34, 2)],
  far: [box(0, 124, 200, 12)],
  mid: ['M84 136v-14h24v-18h24V86h24V68h24V50h20v86z'],
  near: ['M84 96 196 12v5L88 98v38h-4z']
};

const office: PictureScene = {
  hue: 158,
  glow: [box(106, 44, 48, 30, 3)],
  far: [floor],
  mid: [box(127, 74, 6, 10), box(112, 90, 5, 30), box(186, 90, 5, 30)],
  near: [box(92, 84, 108, 6, 2), 'M172 84V58l-14-12 3-3 15 13v28z', box(116, 81, 28, 3)]
};

const guest: PictureScene = {
  hue: 318,
  glow: [box(24, 24, 34, 38, 2)],
  far: [floor, box(80, 66, 8, 48, 3), box(84, 92, 112, 22, 5)],
  mid: [box(94, 78, 34, 16, 7)],
  near: [box(134, 76, 46, 36, 5), 'M148 76v-8q0-4 4-4h10q4 0 4 4v8h-4v-8h-10v8z']
};

const garden: PictureScene = {
  hue: 112,
  glow: [disc(70, 38, 15)],
  far: ['M0 96q60-44 120-14t80-10v64H0z'],
  mid: [box(147, 70, 6, 44), disc(150, 58, 24), disc(134, 70, 14), disc(168, 70, 14)],
  near: ['M0 120q50-18 104-6t96-8v30H0z']
};

const terrace: PictureScene = {
  hue: 84,
  glow: [disc(148, 40, 16)],
  far: ['M0 92q70-28 200-6v50H0z'],
  mid: [
    box(76, 76, 124, 5, 2),
    ...[84, 102, 120, 138, 156, 174, 192].map((x) => box(x, 80, 4, 36)),
    box(76, 114, 124, 4)
  ],
  near: ['M24 90h28l-4 30H28z', disc(38, 76, 15)]
};

const garage: PictureScene = {
  hue: 222,
  glow: [disc(104, 100, 5)],
  far: [corners([80, 44], [140, 16], [200, 44], [200, 50], [80, 50]), floor],
  mid: [52, 64, 76].map((y) => box(90, y, 110, 9)),
  near: [
    'M94 112V98q0-6 8-8l14-3 12-13q3-3 8-3h30q6 0 9 4l12 14q9 2 9 10v13z',
    disc(118, 112, 9),
    disc(174, 112, 9)
  ]
};

const cellar: PictureScene = {
  hue: 12,
  glow: [disc(140, 30, 7)],
  far: [floor, box(139, 0, 2, 24)],
  mid: [disc(114, 90, 22), disc(160, 90, 22)],
  near: [box(92, 110, 90, 5, 2), disc(137, 58, 20), disc(114, 90, 4), disc(160, 90, 4)]
};

const attic: PictureScene = {
  hue: 272,
  glow: [disc(138, 56, 14)],
  far: [corners([60, 112], [138, 12], [200, 88], [200, 112]), floor],
  mid: ['M48 112 138 4l62 76v8L138 12 56 112z'],
  near: [box(137, 42, 2, 28), box(124, 55, 28, 2), box(152, 92, 34, 22, 2)]
};

const laundry: PictureScene = {
  hue: 200,
  glow: [disc(150, 82, 19)],
  far: [floor, 'M70 28q50 18 110 0v3q-60 18-110 0z', box(92, 38, 14, 22, 2), box(120, 41, 18, 18, 2)],
  mid: [box(122, 46, 56, 70, 5)],
  near: [box(128, 52, 18, 5, 2), disc(170, 54, 3), 'M132 84q9-8 18 0t18 0a18 18 0 0 1-36 0z']
};

const workshop: PictureScene = {
  hue: 28,
  glow: [dome(150, 34, 16)],
  far: [floor, box(149, 0, 2, 18), box(92, 40, 5, 30), box(108, 40, 5, 24), box(86, 40, 17, 7, 2)],
  mid: [box(100, 90, 7, 30), box(184, 90, 7, 30)],
  near: [box(90, 82, 110, 8, 2), box(146, 68, 34, 14, 2), box(158, 62, 10, 6, 2)]
};

const gym: PictureScene = {
  hue: 352,
  far: [floor],
  mid: [box(104, 82, 80, 5, 2)],
  near: [box(108, 64, 11, 42, 4), box(96, 72, 10, 26, 4), box(168, 64, 11, 42, 4), box(182, 72, 10, 26, 4)]
};

const pool: PictureScene = {
  hue: 196,
  glow: [disc(150, 36, 14)],
  far: [waves(76, 50, 8)],
  mid: [waves(94, 40, 8)],
  near: [waves(112, 50, 8), 'M166 116V60q0-10 8-10t8 10h-4q0-6-4-6t-4 6v56z']
};

const cinema: PictureScene = {
  hue: 235,
  glow: [box(92, 30, 96, 50, 3)],
  far: [floor],
  mid: [box(110, 92, 60, 5, 2)],
  near: [box(84, 104, 34, 32, 9), box(124, 104, 34, 32, 9), box(164, 104, 34, 32, 9)]
};

/**
 * Scenes by words in a background image's name. The document has the field but not its values (2.2) [D]. The words are
 * common names of rooms, and those of the virtual controller [A].
 */
export const SCENES: ReadonlyMap<string, PictureScene> = new Map([
  ['living', living],
  ['livingroom', living],
  ['lounge', living],
  ['sofa', living],
  ['kitchen', kitchen],
  ['dining', dining],
  ['bedroom', bedroom],
  ['bed', bedroom],
  ['sleeping', bedroom],
  ['children', children],
  ['childrens', children],
  ['kids', children],
  ['nursery', children],
  ['bathroom', bath],
  ['bath', bath],
  ['shower', bath],
  ['sauna', bath],
  ['toilet', toilet],
  ['wc', toilet],
  ['hall', hall],
  ['hallway', hall],
  ['corridor', hall],
  ['entrance', hall],
  ['wardrobe', hall],
  ['stairs', stairs],
  ['landing', stairs],
  ['office', office],
  ['study', office],
  ['studio', office],
  ['cabinet', office],
  ['library', office],
  ['guest', guest],
  ['garden', garden],
  ['yard', garden],
  ['outside', garden],
  ['outdoor', garden],
  ['terrace', terrace],
  ['balcony', terrace],
  ['garage', garage],
  ['parking', garage],
  ['cellar', cellar],
  ['basement', cellar],
  ['attic', attic],
  ['loft', attic],
  ['roof', attic],
  ['laundry', laundry],
  ['utility', laundry],
  ['workshop', workshop],
  ['gym', gym],
  ['pool', pool],
  ['cinema', cinema],
  ['media', cinema],
  ['tv', cinema]
]);

/** Scenes for other names. The name determines the hue. */
export const CALM: readonly Omit<PictureScene, 'hue'>[] = [
  {
    glow: [disc(142, 52, 20)],
    far: ['M0 92q60-40 120-12t80-12v68H0z'],
    mid: ['M0 112q70-30 120-10t80-8v42H0z']
  },
  { far: [waves(70, 100, 20)], mid: [waves(94, 100, 18)], near: [waves(116, 100, 14)] },
  { far: [dome(140, 136, 96)], mid: [dome(140, 136, 66)], near: [dome(140, 136, 36)] }
];
