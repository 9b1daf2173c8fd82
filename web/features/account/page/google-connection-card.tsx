import { useMutation } from '@tanstack/react-query'
import { connectGoogle } from '#shared/api/auth.ts'
import { readFactors } from '#shared/api/factors.ts'
import { call } from '../../../lib/api/call.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { invalidate } from '../../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../../lib/browser/toast.ts'
import { withConfirmedIdentity } from '../../../lib/session/with-confirmed-identity.ts'
import { Card } from '../../../ui/card.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { GoogleButton } from '../google-button.tsx'
import styles from './account.module.css'

/** Connects the Google account that has the user's email address, in place of a Google account that was connected before. */
export function GoogleConnectionCard() {
  const { mutate, error } = useMutation({
    mutationFn: (token: string) =>
      withConfirmedIdentity((headers) => call(connectGoogle, { body: { token }, headers })),
    onSuccess: async () => {
      accountAndAdminToast.success('Google connected')
      await invalidate(readFactors)
    },
  })
  return (
    <GoogleButton text="continue_with" onCredential={(token) => mutate(token)}>
      {(button) => (
        <Card title="Google">
          <div className={styles.stack}>
            <p>Connect the Google account with your email address, then use it to sign in.</p>
            <div className={styles.google}>{button}</div>
            <FormAlert>{error && errorDetail(error, 'Failed to connect Google. Please try again.')}</FormAlert>
          </div>
        </Card>
      )}
    </GoogleButton>
  )
}
