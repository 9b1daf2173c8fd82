import { expect, it } from 'vitest'
import type { ImportResult } from '#shared/model/import.ts'
import { decidedRecord, questionsAbout, resultKey } from '../../web/features/imports/decided-row.ts'

const refused = (msg: string): ImportResult => ({ ok: false, detail: [{ loc: ['patient', 'phone'], msg }] })

it('a patient with a new phone whose package is out is updated and gets a second package, if both are decided', () => {
  const record = { row: { patient: { name: 'Ann Adams' } }, rows: [] }
  const same = { ...record, row: { ...record.row, same_patient: true } }
  const results = new Map([
    [resultKey({ ...record, plansAnew: false }), refused('This looks like Ann Adams, whose phone number is different')],
    [resultKey({ ...same, plansAnew: false }), refused('A delivery that is in progress cannot be edited')],
  ])
  expect(decidedRecord(record, results, {})).toEqual({ ...record, plansAnew: false })
  expect(decidedRecord(record, results, { plansAnew: true })).toEqual({ ...record, plansAnew: false })
  expect(decidedRecord(record, results, { alike: 'same_patient' })).toEqual({ ...same, plansAnew: false })
  expect(decidedRecord(record, results, { alike: 'same_patient', plansAnew: true })).toEqual({
    ...same,
    plansAnew: true,
  })
  expect(questionsAbout(record, results, {})).toEqual(['alike'])
  expect(questionsAbout(record, results, { alike: 'same_patient', plansAnew: true })).toEqual(['alike', 'out'])
})
