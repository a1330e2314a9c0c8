import { nameOf, type Shot } from './table';

/** Returns a page that shows all pictures small, by pages, each a link to itself. */
export function contactSheet(shots: readonly Shot[]): string {
  const pages = [...new Set(shots.map(({ page }) => page))];
  const sections = pages.map((page) => {
    const figures = shots.filter((shot) => shot.page === page).map(figureOf);
    return `<h2>${page}</h2>\n<div>${figures.join('\n')}</div>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures of Mantel</title>
<style>
  body { margin: 24px; background: #888; color: #000; font: 14px sans-serif; }
  div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
  figure { margin: 0; }
  img { display: block; height: 280px; }
</style>
${sections.join('\n')}
</html>
`;
}

function figureOf(shot: Shot): string {
  const file = `${nameOf(shot)}.png`;
  const caption = `${shot.state} · ${shot.size} · ${shot.theme}`;
  return `<figure><a href="${file}"><img src="${file}" alt="${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
}
