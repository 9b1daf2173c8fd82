/**
 * The address of the public page that checks audit packets. It is no page of the app, but a document of its own
 * (`web/build/verify-page.ts`).
 */
export const verifyPath = '/verify'
