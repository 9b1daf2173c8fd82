import { FormAlert } from '../../ui/form-alert.tsx'
import { useScrollIntoView } from '../../ui/use-scroll-into-view.ts'
import styles from './completion.module.css'

/** The reasons why packages were not accepted, each in its own alert. */
export function FailureAlerts({ of: failures }: { of: readonly string[] | undefined }) {
  const alerts = useScrollIntoView(failures)
  if (!failures?.length) return null
  return (
    <div ref={alerts} className={styles.step}>
      {failures.map((failure) => (
        <FormAlert key={failure}>{failure}</FormAlert>
      ))}
    </div>
  )
}
