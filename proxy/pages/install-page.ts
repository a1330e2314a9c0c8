import { contentPolicyOf } from './content-policy';

/**
 * All that plain http off loopback shows: why there is nothing more, and what to do. It asks for nothing and runs nothing.
 */
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Mantel</title>
    <style>
      body { margin: 0 auto; max-width: 32rem; padding: 2rem 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif; }
      :root { color-scheme: light dark; }
      h1 { font-size: 1.5rem; }
    </style>
  </head>
  <body>
    <main>
      <h1>This address is not safe for your home</h1>
      <p>
        Here everything, your password too, would cross the network in the clear. So Mantel shows your home and lets you sign in
        over https only, or on the box itself.
      </p>
      <p>
        This build makes no certificate of its own yet: put it behind a server of yours that speaks https, and start it with
        <code>--origin</code>, or open it on the box itself, at <code>http://localhost</code> and the same port.
      </p>
    </main>
  </body>
</html>
`;

/** The page and the policy that goes with it. */
export const INSTALL_PAGE = { html, policy: contentPolicyOf(html) } as const;
