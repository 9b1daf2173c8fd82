import { OperatorRefusal } from './operator-refusal.ts'

interface Hands {
  environment: Readonly<Record<string, string | undefined>>
  say: (sentence: string) => void
}

/** Passes an operator's command to the product that `npm start` runs on this machine, at the port of its mailbox. */
export async function operateLocalProduct(words: readonly string[], { environment, say }: Hands): Promise<void> {
  const port = environment.MAIL_PORT ?? '3001'
  const answer = await fetch(`http://127.0.0.1:${port}/operate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(words),
  }).catch(() => undefined)
  if (!answer)
    throw new OperatorRefusal(`Nothing answers on port ${port}.`, [
      'Start the product with npm start. If its MAIL_PORT is another one, set MAIL_PORT here, too.',
    ])
  const text = await answer.text()
  if (!answer.ok) throw new OperatorRefusal(text || `Port ${port} returned ${answer.status}.`)
  say(text)
}
