/** A user who may sign in is active. */
export const userStatus = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')
