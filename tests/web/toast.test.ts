import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { toast as library, useToaster } from 'react-hot-toast/headless'
import { expect, test } from 'vitest'
import { accountAndAdminToast, connectToastLibrary, toast } from '../../web/lib/browser/toast.ts'

/** Returns the messages that the page shows, newest first. */
function shown() {
  const held: ReturnType<typeof useToaster>['toasts'] = []
  renderToString(
    createElement(() => {
      held.push(...useToaster().toasts)
      return null
    }),
  )
  return held.map(({ message, duration }) => [message, duration])
}

test('messages from before the list of messages loads are shown later, in order', () => {
  toast.success('Delivery created successfully')
  toast.dismiss(toast.offer(createElement('b')))
  toast.error('Failed to load deliveries')
  expect(shown()).toEqual([])
  connectToastLibrary(library)
  expect(shown().map(([, duration]) => duration)).toEqual([5000, 3000, 3000])
})

test('messages about the session are shown for two seconds, errors for four', () => {
  accountAndAdminToast.success('Login successful!')
  accountAndAdminToast.error('Login failed')
  accountAndAdminToast.show('Signed in elsewhere')
  expect(shown().slice(0, 3)).toEqual([
    ['Signed in elsewhere', 4000],
    ['Login failed', 4000],
    ['Login successful!', 2000],
  ])
})

test('messages about deliveries and sign-up are shown for three seconds, errors for five', () => {
  toast.success('Delivery created successfully')
  toast.error('Failed to load deliveries')
  toast.success('Patient Ana created successfully', 4000)
  expect(shown().slice(0, 3)).toEqual([
    ['Patient Ana created successfully', 4000],
    ['Failed to load deliveries', 5000],
    ['Delivery created successfully', 3000],
  ])
})

test('only the twenty newest messages stay', () => {
  for (let count = 1; count <= 21; count++) toast.error(`Failure ${count}`)
  const texts = shown().map(([message]) => message)
  expect(texts).toHaveLength(20)
  expect([texts.at(0), texts.at(-1)]).toEqual(['Failure 21', 'Failure 2'])
})
