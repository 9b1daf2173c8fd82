import type { RunDelivery } from '#shared/model/run.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { runLabels } from './run-labels.ts'
import { type PackageNameLookup, packagesNotLoadedText } from './run-stops.ts'

interface StartWithoutAllProps {
  /** The packages that are not loaded. */
  missing: readonly RunDelivery[]
  /** Whether any other package is loaded. */
  isAny: boolean
  nameOf: PackageNameLookup
  isPending: boolean
  failure: string
  start: (withAll: boolean) => void
  onClose: () => void
}

/** Lists the packages that are not loaded, and asks whether the run starts without them or with all. */
export function StartWithoutAllDialog({
  missing,
  isAny,
  nameOf,
  isPending,
  failure,
  start,
  onClose,
}: StartWithoutAllProps) {
  return (
    <Dialog title={runLabels.start} onClose={onClose}>
      <FormAlert>{failure}</FormAlert>
      <p>{missing.length > 0 ? packagesNotLoadedText(missing.length) : 'All packages are loaded now.'}</p>
      <ul>
        {missing.map((delivery) => (
          <li key={delivery.id}>{nameOf(delivery)}</li>
        ))}
      </ul>
      <DialogActions>
        {isAny && missing.length > 0 && (
          <Button busy={isPending} onClick={() => start(false)}>
            Start without them
          </Button>
        )}
        <Button variant="primary" busy={isPending} onClick={() => start(true)}>
          {missing.length > 0 ? 'Start with all packages' : runLabels.start}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
