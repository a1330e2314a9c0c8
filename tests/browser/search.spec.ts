import { signInToDemoHome } from './demo-home';
import { expect, test } from './harness/test';

test.use({ locale: 'uk-UA' });

test('a Ukrainian page finds the demo home by its Ukrainian names, and by those that its controller reports', async ({
  page
}) => {
  await page.goto(`${await signInToDemoHome(page)}/search`);
  const field = page.getByRole('searchbox', { name: 'Кімнати та пристрої' });
  const found = page.getByRole('main').getByRole('link', { name: /^Вітальня/ });
  for (const query of ['вітальня', 'Living room']) {
    await field.fill(query);
    await expect(found.first(), query).toBeVisible();
    await expect(page.getByRole('main').getByText('Кухня')).toHaveCount(0);
  }
  for (const query of ['торшер', 'floor lamp', 'living торшер']) {
    await field.fill(query);
    await expect(page.getByRole('switch', { name: 'Торшер' }), query).toHaveCount(1);
    await expect(page.getByRole('switch'), query).toHaveCount(1);
  }
});
