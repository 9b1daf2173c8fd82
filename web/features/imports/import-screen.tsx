import { useState } from 'react'
import type { ImportKind } from '#shared/model/import.ts'
import { createDeliveriesRule } from '#shared/rules/permissions.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { useToday } from '../../lib/session/clock.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioChoice } from '../../ui/choice.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { makeImportTemplate } from './import-files.ts'
import type { FileTable } from './read-table.ts'

const ImportSteps = lazyComponent(async () => (await import('./import-steps.tsx')).ImportSteps)

/** The page `/pharmacy/import`: imports a file of another system as deliveries or patients. */
export function ImportScreen() {
  const { hasAny } = useSession()
  const [query, changeQuery] = useAddressQuery()
  const kinds: readonly ImportKind[] = hasAny(createDeliveriesRule) ? ['deliveries', 'patients'] : ['patients']
  const kind = kinds.find((known) => known === query.get('kind')) ?? kinds[0] ?? 'patients'
  const [table, setTable] = useState<FileTable>()
  return (
    <PageFrame title="Import">
      {table ? (
        <ImportSteps kind={kind} table={table} onTable={setTable} onAgain={() => setTable(undefined)} />
      ) : (
        <FileStep
          kind={kind}
          kinds={kinds}
          onKind={(chosen) =>
            changeQuery((newest) => new URLSearchParams({ ...Object.fromEntries(newest), kind: chosen }))
          }
          onRead={setTable}
        />
      )}
    </PageFrame>
  )
}

const importReadTable = () => import('./read-table.ts')
const kindLabels = { deliveries: 'Deliveries', patients: 'Patients' }

interface FileStepProps {
  kind: ImportKind
  kinds: readonly ImportKind[]
  onKind: (kind: ImportKind) => void
  onRead: (table: FileTable) => void
}

/** The step in which the user chooses the file, and says what it contains. */
function FileStep({ kind, kinds, onKind, onRead }: FileStepProps) {
  const today = useToday()
  const [failure, setFailure] = useState('')
  const [isReading, setReading] = useState(false)

  async function read(file: File) {
    setFailure('')
    setReading(true)
    try {
      const { readTable } = await loadPart(importReadTable)
      onRead(await readTable(file))
    } catch (error) {
      // Reading also fails if the file was moved after it was chosen.
      setFailure(error instanceof BrowserError ? error.detail : 'This file can’t be read. Choose it again.')
    } finally {
      setReading(false)
    }
  }

  return (
    <Card title="What are you importing?">
      <RadioChoice
        label="Import"
        value={kind}
        options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={onKind}
      />
      <FieldShell
        label="File"
        error={failure}
        hint={
          isReading
            ? 'Reading...'
            : 'CSV, TSV or XLSX, up to 10,000 rows and 10 MB. Nothing is imported until you’ve reviewed it.'
        }
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // Clear the input, so that the same file can be chosen again after a correction.
              target.value = ''
              if (file) void read(file)
            }}
          />
        )}
      </FieldShell>
      <div>
        <Button onClick={() => saveFile(makeImportTemplate(kind, today), `${kind}-template.csv`)}>
          Download a template
        </Button>
      </div>
    </Card>
  )
}
