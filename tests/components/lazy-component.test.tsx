import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LoadingBoundary, lazyComponent } from '../../web/ui/lazy-component.tsx'

/** What the lazy component shows once it has loaded. */
const Words = () => <p>Here it is</p>

function comingPart(waits: boolean) {
  const { promise, resolve } = Promise.withResolvers<ComponentType>()
  const Coming = lazyComponent(() => promise, waits ? { waiting: () => <p>Coming</p> } : {})
  return { Coming, arrive: () => resolve(Words) }
}

test.each([
  ['of its own', true],
  ['of its surroundings', false],
])('a component shows once loaded, however recently a loading sign %s was shown', async (_, waits) => {
  const { Coming, arrive } = comingPart(waits)
  const screen = await render(
    <LoadingBoundary fallback={<p>Coming</p>}>
      <Coming />
    </LoadingBoundary>,
  )
  await expect.element(screen.getByText('Coming')).toBeVisible()
  // React alone would delay the content until 300 ms after the fallback appeared. The timer below ends earlier, after 100 ms, and
  // the content must be shown even before that.
  const order: string[] = []
  const observer = new MutationObserver(() => order.push('shown'))
  observer.observe(screen.container, { childList: true, subtree: true })
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 100))
  order.push('timer')
  await expect.element(screen.getByText('Here it is')).toBeVisible()
  observer.disconnect()
  expect(order[0]).toBe('shown')
})

test('a component that was loaded earlier shows without a loading sign', async () => {
  const { Coming, arrive } = comingPart(true)
  Coming.preload()
  arrive()
  await new Promise((resolve) => setTimeout(resolve))
  const seen: (string | null)[] = []
  const note = (place: HTMLElement | null) => void (place && seen.push(place.textContent))
  await render(
    <div ref={note}>
      <Coming />
    </div>,
  )
  expect(seen).toEqual(['Here it is'])
})
