export { labelOfTarget } from '$features/people/sign-in-target';
export { default as SignIn } from './SignIn.svelte';
