import { useState } from 'react'
import type { ImportKind } from '#shared/model/import.ts'
import { createDeliveriesRule } from '#shared/rules/permissions.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { useSession } from '../../lib/session/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { FileStep } from './file-step.tsx'
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
