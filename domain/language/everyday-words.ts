/** Everyday words that are not about software. A text of hardly any others is chatter: see `isChatter`. */

/**
 * The most frequent words of one half of the conversations in the PyPI package chitchat-dataset, without words that
 * people use for software and trouble, plus words of greeting and thanks.
 */
export const everydayEnglish: ReadonlySet<string> = new Set(
  `a ability about absolutely accounting across act actual actually advice afk afraid after afternoon again
  age ago agree agreed ah ahead ahh ahhh air alive all almost alone along alot already alright also
  although always am amazing america american an and animal animals anime annoying another answer any
  anybody anymore anything anyway anyways anywhere apartment apparently appreciate appreciated are area
  aren't arent around art as asia asian ask asked asking asleep assume assuming at ate attention average
  aw away awful awkward aww baby back bacon bad ball ballroom band barely basic basically basketball be
  beach beat beautiful became because become becoming bed been beer before behind being believe besides
  best bet better big bigger biggest bike biology birthday bit black blame blood blue body book books
  bored boring born both bought boy boyfriend boys brain bravo brb bread break breakfast bring bro brother
  brothers brought btw buddy bunch business busy but butter buy by bye cake calculus california call came
  camp campus can canada candy car care career carry cars cat catch caught challenge chance chat chats
  chatted chatting cheap cheers cheese chemistry chicken child childhood children chill china chinese
  chocolate choice choose christmas church city class classes classic classical clean climb climbing
  closer club coast coffee cold college color come comes coming common community companies company
  compared competition competitive complicated confused congrats congratulations consider considering
  contest conversation conversations cook cookies cooking could couldn't couldnt countries country couple
  course cow craziest crazy cream creative credits creepy culture cultures curious cute cuz dance dancing
  dang dangerous dark date dates dating day days deal decent decide decided deep definitely degree
  delicious department depending depends did didn't didnt died different dinner do doctor dog dogs doing
  dollars don't done dont door dope doubt down dr drawing dream dreams drink drive driving dumb during
  dying each earlier early earth easier easily east easy eat eating economy education eh either else
  emphasis ended energy english enjoyed enough entire episode especially etc europe eve even evening
  eventually ever every everybody everyone everything everywhere exactly exam example excited exciting
  exercise expensive experience experiences extra eye eyes face fact fair fairly fake fall familiar
  families famous fan fantastic far fascinating fast faster father favorites fear feel feeling feelings
  feels feet fell felt few fight figure figured film final finally finals finance finding fine finish
  finished first fish fit five flavor fly flying focus folks follow food foods foot football for forever
  four freaking free french fresh freshman friday friendly from frustrating full future game games gave
  general generally genius get gets getting gg girl girlfriend girls give given gives giving glad glhf go
  goal god goes going gone gonna good goodbye goodness goodnight gosh got got'em gotcha gotta gotten
  government grade grades graduate graduated graduating graduation grateful greatest green greetings grew
  gross ground groups grow growing gtg guessed guessing guitar guy guys gym ha had hahah hahahah hahahaha
  hahahahaha hair half hand hands happen happened happens happy hard harder hardest has hate hated have
  haven't havent having he he's head headphones health healthy hear heard hearing heart heck hehe helped
  helpful helping helps her here hero hes heya high higher highly highschool hike hiking hilarious hill
  him himself his history hm hmm hmmm hmmmm hobbies holy home homework honest honestly hooray hope
  hopefully hoping hot hour hours house how how's howdy however hows huge huh human humans hundred hungry
  husband i i'd i'll i've ice id idc idea ideas idk if ill imagine important impossible impressed
  impressive improve in incoming incredible indeed insane inside instagram intelligence intelligent
  intense interest interested interesting interests international internship interview into invest iron is
  island isn't isnt it it'd it'll it's its itself ive japan jazz jealous job jobs joke jokes jump june
  junior just keep keeps kid kidding kids kind kinda kinds knew know knowing knowledge knows korea korean
  lab lake lame land laptop large last late lately later laugh law lazy leader league learn learned
  learning least leave leaving left less lessons let let's lets lie life light like liked likely likes
  listen listening literally little live lived lives living long look looked looking looks lord lot lots
  loud loves low luck lucky lunch mad made magic mainly major majoring majors make makes making man market
  marketing marriage married math matter may maybe me meal mean meaning means meant meat media medical
  meet meeting members men mental mess met middle midterms might milk million mind mine minor minute
  minutes miss mission missions modern moment monday money month months mood moon more morning most mostly
  mountain mountains move movie movies moving music must myself nah named nap nasty nature near nearly
  neat necessarily needed neither nervous new news next night normally north nothing noticed now np
  nursing nvm o obviously ocean of off office often oh ohh ohhh ohhhh ok okay old older oldest on once one
  ones only oof ooh oooh opinion opportunities opportunity or other others otherwise our out outside over
  overall own paid pain paper papers parents park part parts party passionate past path pay paying peace
  peanut people people's perfect perfectly perhaps person personal personality personally pet pets
  photography physics piano picture pictures piece pigs pizza place places plan planet planning plans play
  played player playing plays plenty plz point politics pool poor pop popular positive possible possibly
  powerful powers practice prefer president prizes pro probably products professor professors psychology
  pub pumpkin purpose put putting quality question questions quick quickly quiet quite race rain ran
  rather reach read reading ready real reality realize realized reason reasons recently recommend red
  relate relationship relationships religion relive remember resolved respect rest restaurant rice rich
  ride right rights rn road rock room roommate roommates rough round russian sad sadly safe said salt same
  saturday sauce saw say saying scared scary scene school schools score season second secret see seeing
  seen sell semester senior sense series serious seriously serve served serving several share she she's
  shes shoes shoot short shot should shouldn't show showman shows siblings sick side simple since sing
  singing sister sit sitting situation six skill skills skin sky sleep sleeping slightly small smart smell
  smells snack snow so soccer social society solid solved some someday somehow someone something sometime
  sometimes somewhere song songs soon sooo soooo sophomore sorry sorted soul sound south southern spanish
  speak speaking special spend spending spent spirit sport sports spring star state states stay stayed
  staying steak still stories story straight street stress stressed stressful strong struggle student
  students study studying stuff stupid successful such suck sucks suddenly sugar summer sun sunday sup
  super superpower suppose supposed sure surprised survive swear swim swimming take taken takes taking
  talk talked talking talks tall taste taught tbh tea teach teacher teachers teaching team tell telling
  ten tend terrible tgif than thanksgiving thankyou thanx that that'd that's thats the their them
  themselves then theory there there's theres these they they'd they'll they're they've thing things think
  thinking thinks third this thnx tho those though thought thoughts thousand three through thx till time
  times tired to today together told tomorrow ton tonight tons took total totally tough town train
  training travel traveling tree trees trip true truly try tv twice two ty typing tysm u ugh uh ultimate
  um umm under understand understanding unfortunately unique universe university unless until up upon ur
  us useful uses usually vacation very vibes video videos visit voice volleyball vote wait waiting wake
  walk walked walking wall wanna want wanted wanting wants war warm wars was wasn't wasnt wassup waste
  watch watched watching water way ways we we'd we'll we're we've wear weather wedding week weekend weeks
  weight welcome well went were weren't west what what's whatever whats when whenever where which while
  white who who's whoa whole why wife wild will willing win winning winter wise wish with woah wohoo woke
  woman women won wonder wonderful woohoo word words work worked working works world worried worries worry
  worse worst worth would wouldn't wouldnt wp writing written wrote yay year years yes yesterday yet yikes
  yo you you'd you'll you're you've young younger your youre yours yourself yup`.split(/\s+/u),
);

/** Words that hardly ever occur in reports of trouble. */
export const friendlyEnglish: ReadonlySet<string> = new Set(
  `awesome cool cute dude enjoy enjoyed family favorite favourite friend friends fun funny great guess
  hello hey hi hiya i'm im lol love loved lovely mom my nice nope omg ok okay pretty really sounds sweet
  thank thanks thx wow yea yeah yep yes ya`.split(/\s+/u),
);

/** Greetings, thanks and reactions, and the grammar words between them. */
export const everydayFrench: ReadonlySet<string> = new Set(
  `a ah ai aime aimes aller alors amusant amuse aussi autre avec avez avoir avons bah beau beaucoup belle
  ben bien bientôt bof bon bonjour bonne bonnes bonsoir bravo c'est ca café carrément ce cela ces cet
  cette chance chaud chez chouette ciao clair comme comment content contente cool cordialement coucou coup
  courage d'acc d'accord dans de demain des dire dis dit dommage donc drôle du désolé désolée elle elles
  en encore enfin es est et eu excellent excellente faim faire fait fatigué fin froid félicitations fête
  gens gentil gentille gros grosse grâce génial géniale haha hier idée il ils impeccable incroyable
  j'adore j'ai j'aime jamais je joli jolie jour journée joyeux juste l'aide l'air la le les leur lol lui
  ma magnifique maintenant mais marrant matin mdr me mec meilleur merci merde mes mieux moi moins mon
  monde n'est nickel non nous nouvelle nouvelles noël nuit oh ok on or ou ouais ouf oui parce pardon
  parfait parfaite parler pas passé pense penses peu peut plaisir plein plus plutôt pour pourquoi prochain
  prochaine ptdr puis qu'il quand que quel quelle quelqu'un qui quoi rien rigolo rire sa salut salutations
  sans se semaine serait ses si soir soirée sommeil son sont sorte souhaite sous stp suis super sur svp
  sympa t'es ta tant tard te temps tes toi top tous tout toute toutes trop très tu un une va vacances vais
  vas vers veux vie viens vite vive voilà votre vous vrai vraiment week-end y ça énorme était été être`.split(
    /\s+/u,
  ),
);
