import { SelectedBar } from '../deliveries/many/selected-bar.tsx'
import type { useBulkChange } from '../deliveries/many/use-bulk-change.ts'
import { type Assignee, AssignMenu, type Column } from './run-column.tsx'

interface ChosenBarProps {
  count: number
  people: readonly Column[]
  bulk: ReturnType<typeof useBulkChange>
  onMove: (to: Assignee) => void
  onClear: () => void
}

/** The actions for all selected packages. The bar stays visible while the board scrolls. */
export const ChosenBar = ({ people, onMove, ...bar }: ChosenBarProps) => (
  <SelectedBar name="Selected packages" {...bar}>
    <AssignMenu people={people} opensUpward onPick={onMove} />
  </SelectedBar>
)
