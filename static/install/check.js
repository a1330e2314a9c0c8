/**
 * Looks whether this device trusts the box, again and again, and shows what it finds. It loads an image from the box's https origins: that
 * it comes is all there is to know. Everything that it shows stands in the page already.
 */
const LOOK_AGAIN_MS = 2000;
const SILENT_MS = 4000;
const LEAD_AFTER_MS = 2500;

/** Clocks may differ by this before anybody is told. */
const CLOCKS_DIFFER_MS = 10 * 60 * 1000;

const main = document.querySelector('main');
const status = main.querySelector('.status');
const origins = main.dataset.origins.split(' ');
let hasDownloaded = false;
let hasBeenUntrusted = false;

/** Whether the image of trust comes from an origin. */
function trusts(origin) {
  return new Promise((resolve) => {
    const image = new Image();
    const timer = setTimeout(() => resolve(false), SILENT_MS);
    const settle = (isLoaded) => () => {
      clearTimeout(timer);
      resolve(isLoaded);
    };
    image.onload = settle(true);
    image.onerror = settle(false);
    image.src = `${origin}/trust.svg?${Date.now()}`;
  });
}

function show(state) {
  if (status.dataset.state === state) return;
  status.dataset.state = state;
  for (const part of status.querySelectorAll('[data-when]')) part.hidden = part.dataset.when !== state;
  for (const part of main.querySelectorAll('[data-until-trusted]')) part.hidden = state === 'trusted';
}

/** The first origin that is trusted, the permanent one before all others; undefined where none is. */
async function look() {
  const found = await Promise.all(origins.map(trusts));
  return origins.find((_, index) => found[index]);
}

async function lookUntilTrusted() {
  const origin = await look();
  if (origin === undefined) {
    hasBeenUntrusted = true;
    show(hasDownloaded ? 'stuck' : 'untrusted');
    setTimeout(lookUntilTrusted, LOOK_AGAIN_MS);
    return;
  }
  const open = status.querySelector('[data-open]');
  open.href = `${origin}/`;
  status.querySelector('[data-by-address]').hidden = origin === origins[0];
  show('trusted');
  // Who has waited for it is led on; who finds it so may look around.
  if (hasBeenUntrusted) setTimeout(() => location.assign(open.href), LEAD_AFTER_MS);
}

function compareClocks() {
  const notice = status.querySelector('[data-clocks]');
  const here = Date.now();
  const there = Number(main.dataset.now);
  if (Math.abs(here - there) < CLOCKS_DIFFER_MS) return;
  const spell = (time) =>
    new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: 'medium',
      timeStyle: 'short'
    }).format(time);
  notice.textContent = notice.dataset.clocks.replace('{here}', spell(here)).replace('{there}', spell(there));
  notice.hidden = false;
}

/** An iPad says that it is a Mac; its fingers tell. */
function knowIpads() {
  const [mac, ipad] = ['macos', 'ios'].map((system) =>
    document.querySelector(`details[data-system="${system}"]`)
  );
  if (!mac.open || navigator.maxTouchPoints < 2) return;
  ipad.open = true;
  mac.before(ipad);
  mac.open = false;
  for (const part of status.querySelectorAll('[data-stuck]')) part.hidden = part.dataset.stuck !== 'ios';
}

for (const link of document.querySelectorAll('[data-download]'))
  link.addEventListener('click', () => (hasDownloaded = true));

if (status.querySelector('[data-when]')) {
  knowIpads();
  compareClocks();
  lookUntilTrusted();
}
