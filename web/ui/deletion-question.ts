/** Asked before something is deleted: `what` ends the question, such as a name. */
export const deletionQuestion = (title: string, what: string) => ({
  title,
  text: `Are you sure you want to delete ${what}? This action cannot be undone.`,
  confirm: 'Delete',
  danger: true,
})
