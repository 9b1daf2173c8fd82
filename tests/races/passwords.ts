/** The account's password before the race. */
export const oldPassword = 'Old-Harbor-Light-7'
/** The password that a call of the race chooses. */
export const newPassword = 'New-Harbor-Light-8'
