import { describe, expect, it } from 'vitest'
import {
  doorActionFailureText,
  saveFailureText,
  statusFailureText,
} from '../../web/features/deliveries/failure-text.ts'
import { CallError } from '../../web/lib/api/call-error.ts'

describe('a refused save', () => {
  it('lists every invalid field by its name in words, with its message', () => {
    const problems = [
      { loc: ['body', 'rx_information', 0, 'rx_number'], msg: 'RX number is required' },
      { loc: ['body', 'delivery_date'], msg: 'Invalid date' },
    ]
    expect(saveFailureText(new CallError({ status: 422, detail: 'x', problems }))).toBe(
      'Validation error: RX information 1 RX number: RX number is required; Delivery date: Invalid date',
    )
  })

  it('says that data is invalid if no field is named', () => {
    expect(saveFailureText(new CallError({ status: 422, detail: '' }))).toBe('Invalid data provided')
  })

  it('shows the server’s message, or else a general one', () => {
    expect(saveFailureText(new CallError({ status: 409, detail: 'Refresh and try again.' }))).toBe(
      'Refresh and try again.',
    )
    expect(saveFailureText(new CallError({ status: 500, detail: '' }))).toBe('An error occurred')
    expect(saveFailureText(new TypeError('x is not a function'))).toBe('An error occurred')
  })
})

describe('a failed completion', () => {
  it('shows the server’s message, cut to 500 characters', () => {
    expect(doorActionFailureText(new CallError({ status: 409, detail: 'Not in progress' }))).toBe('Not in progress')
    const long = doorActionFailureText(new CallError({ status: 400, detail: 'é'.repeat(501) }))
    expect(long).toBe(`${'é'.repeat(500)}...`)
  })

  it('shows text from a gateway if the server sent none', () => {
    const gateway = new CallError({ status: 502, detail: '', raw: 'upstream connect error' })
    expect(doorActionFailureText(gateway)).toBe('upstream connect error')
    expect(doorActionFailureText(new CallError({ status: 502, detail: 'Busy', raw: 'ignored' }))).toBe('Busy')
  })

  it('shows a general message if there is none', () => {
    expect(doorActionFailureText(new CallError({ status: 502, detail: '' }))).toBe('Failed to complete delivery')
  })
})

describe('a failed status change', () => {
  const failed = 'Failed to update status'
  it('lists the invalid fields with their messages', () => {
    const problems = [
      { loc: ['body', 'status'], msg: 'Please select a status' },
      { loc: ['body', 'notes'], msg: 'Must be text' },
    ]
    expect(statusFailureText(new CallError({ status: 422, detail: 'x', problems }), failed)).toBe(
      'Status: Please select a status; Notes: Must be text',
    )
  })

  it('otherwise shows the server’s message, other text or a general message', () => {
    expect(statusFailureText(new CallError({ status: 409, detail: 'Assign a pharmacist first' }), failed)).toBe(
      'Assign a pharmacist first',
    )
    expect(statusFailureText(new CallError({ status: 502, detail: '', raw: 'Bad gateway' }), failed)).toBe(
      'Bad gateway',
    )
    expect(statusFailureText(new CallError({ status: 500, detail: '' }), failed)).toBe(failed)
  })
})
