import { expect, test } from 'vitest'
import { mergeEdits } from '../../web/lib/forms/merge-edits.ts'

const opened = { notes: '', refrigerated: false, rx: [{ number: 'RX-1', copay: 1 }] }

test('typed values stay, and untouched fields take another user’s saved changes', () => {
  const typed = { ...opened, notes: 'Ring twice' }
  const newest = { notes: 'Leave at the desk', refrigerated: true, rx: [{ number: 'RX-1', copay: 2 }] }
  expect(mergeEdits(opened, typed, newest)).toEqual({ ...newest, notes: 'Ring twice' })
})

test('a list is one field: a user who changed a row keeps all of their rows', () => {
  const typed = { ...opened, rx: [{ number: 'RX-1', copay: 5 }] }
  const newest = {
    ...opened,
    rx: [
      { number: 'RX-1', copay: 1 },
      { number: 'RX-2', copay: 2 },
    ],
  }
  expect(mergeEdits(opened, typed, newest).rx).toEqual(typed.rx)
})
