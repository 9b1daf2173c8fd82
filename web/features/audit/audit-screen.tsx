import { useState } from 'react'
import { readSettings } from '#shared/api/settings.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { call } from '../../lib/api/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioChoice } from '../../ui/choice.tsx'
import { Field, Form, TextAreaField } from '../../ui/form.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import styles from './audit.module.css'
import {
  type AuditSearch,
  auditFormSchema,
  auditSearchOptions,
  buildAuditSearch,
  fetchAuditRecords,
} from './audit-request.ts'
import { FoundRecords } from './found-records.tsx'

interface Found {
  /** Changes with each search, so that a new search starts with everything selected. */
  count: number
  search: AuditSearch
  records: AuditRecord[]
}

/** The page `/pharmacy/audit`. It finds the records that an auditor asks for, and offers them as a file, the audit packet. */
export function AuditScreen() {
  const [found, setFound] = useState<Found>()
  const form = useForm(auditFormSchema(), {
    initial: { by: 'numbers', text: '', from: '', to: '' },
    onSubmit: async (form) => {
      const { body: settings } = await call(readSettings, {})
      const search = buildAuditSearch(form, settings)
      const records = await fetchAuditRecords(search.bodies)
      setFound((last) => ({ count: (last?.count ?? 0) + 1, search, records }))
    },
  })
  const byDays = form.values.by === 'days'
  return (
    <PageFrame title="Audit packet">
      <Card>
        <Form form={form} label="Audit request">
          <RadioChoice
            label="Search by"
            value={byDays ? 'days' : 'numbers'}
            options={auditSearchOptions}
            onChange={(by) => form.set('by', by)}
          />
          {byDays ? (
            <div className={styles.days}>
              <Field form={form} name="from" label="First day" type="date" />
              <Field form={form} name="to" label="Last day" type="date" />
            </div>
          ) : (
            <TextAreaField
              form={form}
              name="text"
              label="Prescription numbers or the auditor’s whole letter"
              hint="Paste the letter or its table. A date next to a number narrows the search. You can review what was found before you download."
              rows={8}
              spellCheck={false}
            />
          )}
          <div>
            <Button type="submit" variant="primary" busy={form.busy} busyText="Searching...">
              Find records
            </Button>
          </div>
        </Form>
      </Card>
      {found && <FoundRecords key={found.count} search={found.search} found={found.records} />}
    </PageFrame>
  )
}
