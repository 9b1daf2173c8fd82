import { useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { announce } from '../../web/ui/announce.ts'
import { Button } from '../../web/ui/button.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'
import { FailedState } from '../../web/ui/failed-state.tsx'
import { installFocusKeeper } from '../../web/ui/focus-keeper.ts'
import { FormAlert } from '../../web/ui/form-alert.tsx'
import { LiveRegion } from '../../web/ui/live-region.tsx'
import { Toaster } from '../../web/ui/toaster.tsx'

installFocusKeeper()

const regions = '[aria-live], [role=alert], [role=status]'

/**
 * `heard` has what a screen reader announces: texts that enter a region, with the time for which the region had been there. `born`
 * has the texts of regions that were added together with their text, which must not happen.
 */
let heard: { text: string; urgency: string | null; stoodMs: number }[]
let born: string[]
let observer: MutationObserver

beforeEach(() => {
  const known = new Map<Element, number>()
  heard = []
  born = []
  observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of addedNodes) {
        const around = target instanceof Element ? target.closest(regions) : null
        const stoodMs = performance.now() - ((around && known.get(around)) || performance.now())
        if (around && node.textContent)
          heard.push({ text: node.textContent, urgency: around.getAttribute('aria-live') ?? around.role, stoodMs })
        if (!(node instanceof Element)) continue
        for (const region of [node, ...node.querySelectorAll(regions)])
          if (region.matches(regions)) {
            known.set(region, performance.now())
            if (region.textContent) born.push(region.textContent)
          }
      }
  })
  observer.observe(document.body, { childList: true, subtree: true })
})
afterEach(() => {
  observer.disconnect()
  toast.removeAll()
  expect(born).toEqual([])
})

const texts = () => heard.map(({ text }) => text)

/** A dialog that reports success as it closes, or an error and stays open. */
function Saving({ isError = false }: { isError?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="Role" onClose={() => setIsOpen(false)}>
          <Button
            onClick={() => {
              if (isError) toast.error('Refused')
              else toast.success('Role created')
              if (!isError) setIsOpen(false)
            }}
          >
            Save
          </Button>
        </Dialog>
      )}
      <Toaster />
    </>
  )
}

test('a message shown while a dialog closes is announced in an existing, empty live region', async () => {
  const screen = await render(<Saving />)
  await screen.getByText('Open').click()
  await screen.getByText('Save').click()
  await expect.element(screen.getByText('Role created')).toBeVisible()
  expect(heard).toEqual([{ text: 'Role created', urgency: 'polite', stoodMs: expect.toSatisfy((ms) => ms >= 140) }])
  await expect.element(screen.getByText('Open')).toHaveFocus()
})

test('an error is announced immediately and only once in its dialog, even if the dialog closes', async () => {
  const screen = await render(<Saving isError />)
  await screen.getByText('Open').click()
  await screen.getByText('Save').click()
  await expect.element(screen.getByRole('dialog').getByText('Refused')).toBeVisible()
  expect(heard).toMatchObject([{ text: 'Refused', urgency: 'assertive' }])
  const announcedAt = performance.now()
  await expect.poll(() => performance.now() - announcedAt, { timeout: 2_000 }).toBeGreaterThan(600)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Refused')).toBeVisible()
  expect(texts()).toEqual(['Refused'])
})

/** A page that shows messages for the first time at the moment when its dialog closes. */
function LateMessages() {
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  return (
    <>
      <Button onClick={() => setStep('open')}>Open</Button>
      {step === 'open' && (
        <Dialog title="Role" onClose={() => setStep('done')}>
          <Button onClick={() => setStep('done')}>Save</Button>
        </Dialog>
      )}
      {step === 'done' && <Toaster />}
    </>
  )
}

test('messages that load while a dialog closes are shown on the page behind it', async () => {
  const screen = await render(<LateMessages />)
  await screen.getByText('Open').click()
  await screen.getByText('Save').click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  toast.success('Role created')
  await expect.element(screen.getByText('Role created')).toBeVisible()
})

function Refused() {
  const [failure, setFailure] = useState('')
  return (
    <>
      <FormAlert>{failure}</FormAlert>
      <Button
        onClick={() => {
          toast.error('The name is taken')
          setFailure('The name is taken')
        }}
      >
        Save
      </Button>
      <Toaster />
    </>
  )
}

test('a message whose text is already shown as an alert is shown but not announced again', async () => {
  const screen = await render(<Refused />)
  await screen.getByText('Save').click()
  await expect.element(screen.getByRole('region').getByText('The name is taken')).toBeVisible()
  expect(heard).toMatchObject([{ text: 'The name is taken', urgency: 'alert' }])
})

test('a message whose text is already shown as an alert is not announced again even if the page was busy when both were due', async () => {
  const screen = await render(<Refused />)
  await screen.getByText('Save').click()
  const isBusyUntil = performance.now() + 400
  while (performance.now() < isBusyUntil);
  await expect.element(screen.getByRole('region').getByText('The name is taken')).toBeVisible()
  expect(heard).toMatchObject([{ text: 'The name is taken', urgency: 'alert' }])
})

test('a list that fails to load is announced in a live region that already existed', async () => {
  const screen = await render(<FailedState message="Failed to load deliveries" onRetry={() => undefined} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to load deliveries')
  expect(heard).toMatchObject([{ stoodMs: expect.toSatisfy((ms) => ms >= 140) }])
})

test('F8 focuses the newest message, and dismissing it focuses the next one and finally returns', async () => {
  const screen = await render(
    <main>
      <input aria-label="Notes" />
      <Toaster />
    </main>,
  )
  toast.error('First')
  toast.error('Second')
  await expect.element(screen.getByText('Second')).toBeVisible()
  await screen.getByLabelText('Notes').click()
  await userEvent.keyboard('{F8}')
  await expect.element(screen.getByRole('button').first()).toHaveFocus()
  await expect.element(screen.getByRole('button').first()).toHaveAccessibleDescription('Second')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Dismiss')
  await expect.element(screen.getByText('Second')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Notes')).toHaveFocus()
})

test('an announcement is made in the topmost dialog, and again when repeated', async () => {
  const screen = await render(
    <>
      <Dialog title="History" onClose={() => undefined}>
        <p>Nothing</p>
      </Dialog>
      <Toaster />
    </>,
  )
  announce('List refreshed')
  await expect.poll(texts).toEqual(['List refreshed'])
  await expect.element(screen.getByRole('dialog').getByText('List refreshed')).toBeInTheDocument()
  announce('List refreshed')
  await expect.poll(texts).toEqual(['List refreshed', 'List refreshed'])
})

test('a text that is announced has its place from the beginning, so that a button below does not move while it is pressed', async () => {
  const { container } = await render(
    <>
      <LiveRegion role="status">You joined the organization.</LiveRegion>
      <button type="button">Go to dashboard</button>
    </>,
  )
  const top = () => container.querySelector('button')?.getBoundingClientRect().top
  const before = top()
  await expect.element(page.getByText('You joined the organization.')).toBeVisible()
  expect([before, before]).toEqual([top(), expect.any(Number)])
})
