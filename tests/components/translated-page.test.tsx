import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { installTranslatedPage } from '../../web/lib/browser/translated-page.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { StatusBadge } from '../../web/ui/status-badge.tsx'

beforeAll(installTranslatedPage)

/** The two ways in which translations take texts out of the page: with a text of their own, and with the text that was there. */
const ways = {
  'replaces each text': (text: Text) => {
    const inner = document.createElement('font')
    inner.textContent = `«${text.data}»`
    return inner
  },
  'wraps each text': (text: Text) => {
    const inner = document.createElement('font')
    inner.append(text)
    return inner
  },
}

/** Translates a page as Chrome does: each text is in two elements afterwards. */
async function translate(page: Element, innerOf: (text: Text) => Element) {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.append(innerOf(text))
  }
  // The browser reports the changes to observers before anything else runs.
  await Promise.resolve()
}

interface Day {
  status: DeliveryStatus
  count: number
  amount: string
  note?: string
}

const Screen = ({ status, count, amount, note }: Day) => (
  <main>
    <StatusBadge status={status} />
    <p>
      {count} stops, <b>{amount}</b> of {amount} {note && `(${note})`}
    </p>
    <Badge>
      Missing: {count} {count > 2 ? <i>many</i> : 'few'}
    </Badge>
    {count > 2 && 'Late'}
    {note}
  </main>
)

describe.each(Object.entries(ways))('on a page whose translation %s', (_, innerOf) => {
  test('each status, count and amount changes, and nothing of before remains', async () => {
    const first: Day = { status: 'assigned', count: 3, amount: '$10.00', note: 'Ring' }
    const { container, rerender } = await render(<Screen {...first} />)
    const days: Day[] = [
      { status: 'cancelled', count: 4, amount: '$7.00', note: 'Knock' },
      { status: 'delivered', count: 1, amount: '$2.50' },
      { status: 'in_progress', count: 5, amount: '$3.00', note: 'Call' },
    ]
    for (const day of days) {
      await translate(container, innerOf)
      await rerender(<Screen {...day} />)
      const expected = await render(<Screen {...day} />)
      const plain = (text: string | null) => text?.replace(/[«»]/g, '')
      expect(plain(container.textContent)).toBe(expected.container.textContent)
      await expected.unmount()
    }
  })
})
