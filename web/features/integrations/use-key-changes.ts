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
      const text = 'You’ll get a new key. The old one works for another 24 hours, so you have time to switch.'
      if (!(await confirm({ title: `Replace the key for ${name}?`, text, confirm: 'Replace key' }))) return
      refusals.clear()
      rotation.mutate(
        { params: { id } },
        {
          onSuccess: onMade,
          onError: (error) => refusals.refuse(id, errorDetail(error, 'Failed to replace the key')),
        },
      )
    },
    async askAndRevoke({ id, name }: ApiKey) {
      const text = 'Software that uses this key will lose access immediately. This can’t be undone.'
      if (!(await confirm({ title: `Revoke the key for ${name}?`, text, confirm: 'Revoke', danger: true }))) return
      refusals.clear()
      revocation.mutate(
        { params: { id } },
        {
          onSuccess: () => accountAndAdminToast.success('Key revoked'),
          onError: (error) => refusals.refuse(id, errorDetail(error, 'Failed to revoke the key')),
        },
      )
    },
  }
}
