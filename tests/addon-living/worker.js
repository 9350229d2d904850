import { follow } from './crowd.js';

void follow('worker');
