import { connectGoogle } from '#shared/api/auth.ts'
import { detailOf } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { sessionToast } from '../../../lib/browser/toast.ts'
import { Card } from '../../../ui/card.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { GoogleButton } from '../google-button.tsx'
import styles from './account.module.css'

/** Connects a Google account of the same address: it signs in from then on, in place of one that did before. */
export function GoogleConnection() {
  const { mutate, error } = useApiMutation(connectGoogle, {
    onSuccess: () => sessionToast.success('Google connected'),
  })
  return (
    <GoogleButton text="continue_with" onCredential={(token) => mutate({ body: { token } })}>
      {(button) => (
        <Card title="Google">
          <div className={styles.stack}>
            <p>Connect the Google account of your address, and sign in with it.</p>
            <div className={styles.google}>{button}</div>
            <FormAlert>{error && detailOf(error, 'Google could not be connected. Please try again.')}</FormAlert>
          </div>
        </Card>
      )}
    </GoogleButton>
  )
}
