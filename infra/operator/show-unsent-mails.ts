import { storedMail, storedMailsPrefix } from '#functions/aws/keep-mails.ts'
import { findEnvironment } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'

interface Hands {
  openAws: (region: string) => Pick<OperatorAws, 'account' | 'stack' | 'newestObjects'>
  say: (sentence: string) => void
}

/** How many mails are shown at most. */
const most = 10

/** Shows the newest mails of an environment that has no sender, the last one at the end. */
export async function showUnsentMails(
  [name = '', , ...more]: readonly string[],
  { openAws, say }: Hands,
  find = findEnvironment,
): Promise<void> {
  if (more.length > 0) throw new OperatorRefusal('npm run operate -- {environment} mails')
  const { aws, stack } = await openEnvironment(name, openAws, find)
  const { MediaBucket = '' } = stack.outputs
  const objects = await aws.newestObjects(MediaBucket, storedMailsPrefix, most)
  for (const bytes of objects) {
    const { sent_at, to, subject, text } = storedMail.parse(JSON.parse(Buffer.from(bytes).toString()))
    say(`${sent_at}  To: ${to}\n${subject}\n\n${text}\n`)
  }
  if (objects.length === 0)
    say(`${name} has no unsent emails. An environment with a sender keeps none: SES sends them.`)
}
