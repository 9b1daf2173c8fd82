import { SelectionBar } from '../deliveries/many/selection-bar.tsx'
import type { useBulkChange } from '../deliveries/many/use-bulk-change.ts'
import { type Assignee, type AssigneeColumn, AssignMenu } from './run-column.tsx'

interface ChosenBarProps {
  count: number
  people: readonly AssigneeColumn[]
  bulk: ReturnType<typeof useBulkChange>
  onMove: (to: Assignee) => void
  onClear: () => void
}

/** The actions for all selected packages. The bar stays visible while the board scrolls. */
export const PackageSelectionBar = ({ people, onMove, ...bar }: ChosenBarProps) => (
  <SelectionBar name="Selected packages" {...bar}>
    <AssignMenu people={people} opensUpward onPick={onMove} />
  </SelectionBar>
)
