import { CheckGroupField } from '../../ui/choice.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './sign-up.module.css'
import { useOfferedGroups } from './use-offered-groups.ts'

export function BusinessTypes() {
  const { offered, failed, retry } = useOfferedGroups()
  if (offered)
    return (
      <CheckGroupField
        name="business_type"
        label="Business Type"
        options={offered.map(({ key, name, description }) => ({ value: key, label: name, hint: description }))}
      />
    )
  return (
    <div className={styles.waiting}>
      {failed ? (
        <Failed message="The business types could not be loaded." onRetry={retry} />
      ) : (
        <Spinner label="Loading business types..." />
      )}
    </div>
  )
}
