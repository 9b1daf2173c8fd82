/** What an account in a race has when the race begins. */
export const oldPassword = 'Old-Harbor-Light-7'
/** What a call of the race chooses. */
export const newPassword = 'New-Harbor-Light-8'
