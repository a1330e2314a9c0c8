import type { Grant } from '../../../../tools/support/join';

/** Chooses a webhook for the messages of a household. Resolves with the status. */
export async function chooseWebhook(origin: string, { cookie, controller }: Grant, webhook: string) {
  const chosen = { webhook, language: 'en', timeZone: 'UTC' };
  const { status } = await fetch(`${origin}/api/controllers/${controller}/messages`, {
    method: 'PATCH',
    body: JSON.stringify(chosen),
    headers: { 'content-type': 'application/json', origin, cookie }
  });
  return status;
}
