import type { RunDelivery } from '#shared/model/run.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { rowNames } from '../../ui/row-names.ts'
import { Needs } from '../deliveries/marks/needs.tsx'
import styles from './completion.module.css'

interface CompanionsProps {
  packages: readonly RunDelivery[]
  ticked: ReadonlySet<string>
  onChange: (ticked: ReadonlySet<string>) => void
}

/** The other packages of the same door: one signature is for all that are ticked. */
export function Companions({ packages, ticked, onChange }: CompanionsProps) {
  if (packages.length === 0) return null
  const nameOf = rowNames(packages, ({ patient_name }) => patient_name)
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={styles.companions}>
      <legend>Handed over with it</legend>
      {packages.map((delivery) => (
        <label key={delivery.id} className={styles.companion}>
          <input
            type="checkbox"
            checked={ticked.has(delivery.id)}
            onChange={({ target }) => tick(delivery.id, target.checked)}
          />
          <span>{nameOf(delivery)}</span>
          <Needs delivery={delivery} />
        </label>
      ))}
    </fieldset>
  )
}

/** What of one sum is for each package: each companion's own due as far as it reaches, the rest for the first one. Dollars. */
export function sharesOf(amount: number, companions: readonly Pick<RunDelivery, 'id' | 'amount_due'>[]) {
  let left = toCents(amount)
  const shares = new Map<string, number>()
  for (const { id, amount_due } of companions) {
    const share = Math.min(left, toCents(amount_due))
    shares.set(id, toDollars(share))
    left -= share
  }
  return { shares, rest: toDollars(left) }
}
