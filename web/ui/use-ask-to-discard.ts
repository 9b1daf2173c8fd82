import { useConfirm } from './confirm.tsx'

/** Returns a function that asks the user before unsaved values are discarded. It resolves to true if the user agrees. */
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
