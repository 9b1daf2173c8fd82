import { useState } from 'react'
import type { ImportKind } from '#shared/model/import.ts'
import { createDeliveriesRule } from '#shared/rules/permissions.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import type { MatchedColumns } from './match-columns.ts'
import type { FileTable } from './read-table.ts'
import { SendStep } from './send-step.tsx'
import type { CheckedRows, DayMonthOrderByField } from './to-rows.ts'

/** The progress of the import. In its last step, the rows are sent. */
type Progress =
  | { step: 'file' }
  | { step: 'columns'; table: FileTable; columns?: MatchedColumns; orders?: DayMonthOrderByField }
  | { step: 'check'; table: FileTable; columns: MatchedColumns; orders: DayMonthOrderByField }
  | { step: 'send'; table: FileTable; checked: CheckedRows }

/** The page `/pharmacy/import`: imports a file of another system as deliveries or patients. */
export function ImportScreen() {
  const { hasAny } = useSession()
  const [query, changeQuery] = useAddressQuery()
  const kinds: readonly ImportKind[] = hasAny(createDeliveriesRule) ? ['deliveries', 'patients'] : ['patients']
  const kind = kinds.find((known) => known === query.get('kind')) ?? kinds[0] ?? 'patients'
  const [progress, setProgress] = useState<Progress>({ step: 'file' })
  const toFile = () => setProgress({ step: 'file' })
  return (
    <PageFrame title="Import">
      {progress.step === 'file' && (
        <FileStep
          kind={kind}
          kinds={kinds}
          onKind={(chosen) =>
            changeQuery((newest) => new URLSearchParams({ ...Object.fromEntries(newest), kind: chosen }))
          }
          onRead={(table) => setProgress({ step: 'columns', table })}
        />
      )}
      {progress.step === 'columns' && (
        <ColumnsStep
          {...progress}
          kind={kind}
          onBack={toFile}
          onChosen={(columns, orders) => setProgress({ step: 'check', table: progress.table, columns, orders })}
        />
      )}
      {progress.step === 'check' && (
        <CheckStep
          {...progress}
          kind={kind}
          onBack={(table) => setProgress({ ...progress, table, step: 'columns' })}
          onImport={(table, checked) => setProgress({ step: 'send', table, checked })}
        />
      )}
      {progress.step === 'send' && <SendStep {...progress} kind={kind} onAgain={toFile} />}
    </PageFrame>
  )
}
