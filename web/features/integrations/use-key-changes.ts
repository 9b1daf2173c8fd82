import { listApiKeys, revokeApiKey, rotateApiKey } from '#shared/api/api-keys.ts'
import type { ApiKey, NewApiKey } from '#shared/model/api-key.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Returns functions that ask for confirmation and then give a key a new secret, or revoke it. A refusal is shown at the key. */
export function useApiKeyChanges(refusals: RowRefusalState, onMade: (key: NewApiKey) => void) {
  const confirm = useConfirm()
  const onSettled = () => void invalidate(listApiKeys)
  const rotation = useApiMutation(rotateApiKey, { onSettled })
  const revocation = useApiMutation(revokeApiKey, { onSettled })

  return {
    async askAndRotate({ id, name }: ApiKey) {
      const text = 'You get a new key. The former one works for another 24 hours, so that its program can change over.'
      if (!(await confirm({ title: `Change the key of ${name}?`, text, confirm: 'Change key' }))) return
      refusals.clear()
      rotation.mutate(
        { params: { id } },
        {
          onSuccess: onMade,
          onError: (error) => refusals.refuse(id, errorDetail(error, 'The key could not be changed')),
        },
      )
    },
    async askAndRevoke({ id, name }: ApiKey) {
      const text = 'Its program is refused from now on. That cannot be undone.'
      if (!(await confirm({ title: `Revoke the key of ${name}?`, text, confirm: 'Revoke', danger: true }))) return
      refusals.clear()
      revocation.mutate(
        { params: { id } },
        {
          onSuccess: () => accountAndAdminToast.success('Key revoked'),
          onError: (error) => refusals.refuse(id, errorDetail(error, 'The key could not be revoked')),
        },
      )
    },
  }
}
