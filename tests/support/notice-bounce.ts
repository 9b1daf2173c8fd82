import { unscopedKeys } from '#functions/data/table-keys.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { TestApp } from './test-app.ts'

/**
 * Returns the event that SES sends after the first notice to the recipient of a delivery has bounced permanently. `token` is that
 * of the recipient's link. `tags` replaces tags with which the mail was sent.
 */
export async function noticeBounce(
  app: TestApp,
  { id, email, token }: Pick<Delivery, 'id' | 'email'> & { token: string },
  tags: object = {},
) {
  const door = hashOfDoorToken(token)
  const mail = (await app.table.get(unscopedKeys.door(door)))?.notices[0]?.mail_id
  return {
    time: app.clock.now.toISOString(),
    detail: {
      eventType: 'Bounce',
      mail: { tags: { door: [door], mail: [mail], delivery: [id], ...tags } },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }] },
    },
  }
}
