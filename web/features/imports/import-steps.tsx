import { useState } from 'react'
import type { ImportKind } from '#shared/model/import.ts'
import { CheckStep, type ImportPlan } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { type ColumnChoice, keepChoice } from './keep-choice.ts'
import type { FileTable } from './read-table.ts'
import { SendStep } from './send-step.tsx'

/** The progress of the import. In its last step, the rows are sent. */
type Progress =
  | { step: 'columns'; choice?: ColumnChoice }
  | { step: 'check'; choice: ColumnChoice }
  | { step: 'send'; plan: ImportPlan }

interface ImportStepsProps {
  kind: ImportKind
  table: FileTable
  /** Called with the table that the user has corrected. */
  onTable: (table: FileTable) => void
  onAgain: () => void
}

/** The steps that follow once a file has been read: its columns, the check, and the import itself. */
export function ImportSteps({ kind, table, onTable, onAgain }: ImportStepsProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'columns' })
  const common = { kind, table }
  if (progress.step === 'send') return <SendStep {...common} plan={progress.plan} onAgain={onAgain} />
  if (progress.step === 'columns')
    return (
      <ColumnsStep
        {...common}
        choice={progress.choice}
        onTable={onTable}
        onBack={onAgain}
        onChosen={(choice) => setProgress({ step: 'check', choice })}
      />
    )
  return (
    <CheckStep
      {...common}
      choice={progress.choice}
      onTable={onTable}
      onBack={() => setProgress({ step: 'columns', choice: progress.choice })}
      onImport={(plan, choice) => {
        // The import does not wait until the choice is stored. If storing fails, the next file begins as if it had not been made.
        void keepChoice(kind, table, choice).catch(() => undefined)
        setProgress({ step: 'send', plan })
      }}
    />
  )
}
