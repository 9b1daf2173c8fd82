import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey, readPasskeyOptions, removePasskey } from '#shared/api/factors.ts'
import { type Factors, passkeyNameForm } from '#shared/model/factors.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { loadPart } from '../../lib/browser/load-part.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import styles from './account.module.css'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { refreshFactors } from './two-step.tsx'

const importDevice = () => import('./passkey-device.ts')
const failed = 'Something went wrong. Please try again.'

function NewPasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(passkeyNameForm(), {
    initial: { name: '' },
    failureText: (error) => errorDetail(error, failed),
    onSubmit: async ({ name }) => {
      const { makePasskey } = await loadPart(importDevice)
      const { body: options } = await call(readPasskeyOptions, {})
      const response = await makePasskey(options)
      await call(addPasskey, { body: { name, response } })
      onClose()
      await refreshFactors()
    },
  })
  return (
    <FormDialog title="Add a passkey" form={form} submit="Add" busyText="Waiting for your device..." onClose={onClose}>
      <Field
        form={form}
        name="name"
        label="Name"
        hint="A name you’ll recognize, such as “Counter computer” or “My phone”"
      />
    </FormDialog>
  )
}

/** The card that shows, adds and removes passkeys. A passkey signs in without a password and also counts as a second step. */
export function PasskeysCard({ factors: { passkeys } }: { factors: Factors }) {
  const [isAdding, setAdding] = useState(false)
  const confirm = useConfirm()
  const nameOf = uniqueRowNamer(passkeys, ({ name }) => name)
  const removal = useMutation({
    mutationFn: (id: string) => call(removePasskey, { params: { id } }),
    onSuccess: refreshFactors,
  })

  async function remove({ id, name }: Factors['passkeys'][number]) {
    const text = 'You’ll no longer be able to sign in with this passkey.'
    if (await confirm({ title: `Remove the passkey ${name}?`, text, confirm: 'Remove', danger: true }))
      removal.mutate(id)
  }
  return (
    <Card title="Passkeys">
      <div className={styles.stack}>
        <FormAlert>{removal.error && errorDetail(removal.error, failed)}</FormAlert>
        {passkeys.length === 0 ? (
          <p>You don’t have any passkeys yet.</p>
        ) : (
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={styles.row}>
                <div>
                  {passkey.name}
                  <br />
                  <span className="muted small">
                    Added {formatDateAndAnyTime(passkey.created_at)}
                    {passkey.last_used_at && `, last used ${formatDateAndAnyTime(passkey.last_used_at)}`}
                  </span>
                </div>
                <Button size="small" aria-label={`Remove ${nameOf(passkey)}`} onClick={() => void remove(passkey)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {canUsePasskeys() && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
      </div>
      {isAdding && <NewPasskeyDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}
