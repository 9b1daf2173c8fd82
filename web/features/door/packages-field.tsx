import { Checkbox } from '../../ui/choice.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import { NeedsBadges } from '../deliveries/marks/needs-badges.tsx'
import styles from './completion.module.css'

interface PackagesFieldProps {
  /**
   * The packages of this completion, also those that are unticked and those that have already been handed over. A completion that
   * was not opened from a run has only one.
   */
  packages: readonly DeliveryAtDoor[]
  left: readonly string[]
  settled: Readonly<Record<string, number>>
  problem: string | undefined
  onTick: (id: string, isTicked: boolean) => void
}

/** Lets the user tick the packages to hand over, if the completion has several. One signature covers all ticked packages. */
export function PackagesField({ packages, left, settled, problem, onTick }: PackagesFieldProps) {
  if (packages.length === 1) return null
  const nameOf = uniqueRowNamer(packages, ({ patient_name }) => patient_name)
  return (
    <fieldset className={styles.packages}>
      <legend>Packages you’re delivering</legend>
      {packages.map((delivery) => (
        <div key={delivery.id} className={styles.package}>
          <Checkbox
            checked={!left.includes(delivery.id)}
            disabled={delivery.id in settled}
            onTick={(isTicked) => onTick(delivery.id, isTicked)}
          >
            {nameOf(delivery)}
          </Checkbox>
          {delivery.id in settled && <span className="muted small">Done</span>}
          {('needs' in delivery || 'require_photo_id' in delivery) && <NeedsBadges delivery={delivery} />}
        </div>
      ))}
      <FormAlert>{problem}</FormAlert>
    </fieldset>
  )
}
