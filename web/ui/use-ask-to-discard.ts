import { useConfirm } from './confirm.tsx'

/** Asks before unsaved work is thrown away; true when it may be. */
export function useAskToDiscard() {
  const confirm = useConfirm()
  return () =>
    confirm({
      title: 'Unsaved changes',
      text: 'What you entered has not been saved. Leave without saving?',
      confirm: 'Leave',
      cancel: 'Stay',
      danger: true,
    })
}
